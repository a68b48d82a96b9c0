export default ({ days }) => ({ days, region: process.env.REPORT_REGION });
