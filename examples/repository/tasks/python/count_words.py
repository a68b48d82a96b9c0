def main(params):
    return {"words": len(params["text"].split())}
