// sales.page.ts
export const SALES_PAGE = `<!DOCTYPE html>
<html>
  <head><title>Sales</title></head>
  <body><main id="chart"></main></body>
</html>`;
