def total(orders):
    return {"total": sum(order["amount"] for order in orders)}
