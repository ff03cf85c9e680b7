/** `findOrder` and `findHTTPOrder` in the form of tool names: `find_order`, `find_http_order`. */
export function snakeCase(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9.-]+/g, '_')
    .toLowerCase();
}
