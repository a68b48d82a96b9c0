import totals


def main(params):
    return totals.total(params["orders"])
