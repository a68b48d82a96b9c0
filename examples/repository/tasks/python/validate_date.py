def main(params):
    if params["day"] < "2000":
        raise ValueError("the day " + params["day"] + " is too early")
    return {"day": params["day"]}
