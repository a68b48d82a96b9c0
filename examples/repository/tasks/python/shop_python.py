import os


def main(params):
    return {"shop": os.environ["SHOP_NAME"]}
