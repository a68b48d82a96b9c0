exports.shop = () => process.env.SHOP_NAME;
