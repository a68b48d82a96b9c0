const { shop } = require('../../lib/shop');

module.exports = async () => ({ shop: shop(), region: process.env.REGION });
