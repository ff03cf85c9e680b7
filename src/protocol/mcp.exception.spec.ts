import { McpToolException } from './mcp-tool.exception.js';
import { McpException } from './mcp.exception.js';

describe('McpException', () => {
  it('becomes an error object with its code, message and data', () => {
    expect(new McpException(1234, 'sold out', { sku: 'a' }).toErrorObject()).toEqual({
      code: 1234,
      message: 'sold out',
      data: { sku: 'a' },
    });
  });

  it('writes no data when there is none', () => {
    expect(Object.keys(new McpException(1, 'x').toErrorObject())).toEqual(['code', 'message']);
  });

  it.each([null, false, 0, ''])('writes data that is %j', (data) => {
    expect(new McpException(1, 'x', data).toErrorObject().data).toBe(data);
  });

  it('is an error with a name of its own', () => {
    expect(String(new McpException(1, 'x'))).toBe('McpException: x');
    expect(new McpException(1, 'x')).toBeInstanceOf(Error);
  });
});

describe('McpToolException', () => {
  it('is an error with a name of its own', () => {
    expect(String(new McpToolException('sold out'))).toBe('McpToolException: sold out');
    expect(new McpToolException('x')).toBeInstanceOf(Error);
  });
});
