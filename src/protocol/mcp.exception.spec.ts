import { McpToolException } from './mcp-tool.exception.js';
import { ErrorCode } from './error-codes.js';
import { McpException } from './mcp.exception.js';
import { OwnCodeException } from './own-code.exception.js';

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

  it.each([
    ...[1, 0, 1234, 4711, -1, -31999, -32100, -33000],
    ...[-32700, -32600, -32601, -32602, -32603],
    -32020,
  ])('takes the code %d', (code) => {
    expect(new McpException(code, 'x').code).toBe(code);
  });

  it.each([
    [-32021, { requiredCapabilities: { sampling: {} } }],
    [-32022, { supported: ['2026-07-28'], requested: 'x' }],
  ])('takes the code %d of the specification with its data', (code, data) => {
    expect(new McpException(code, 'x', data).toErrorObject()).toEqual({ code, message: 'x', data });
  });

  it.each([
    [-32021, undefined, 'data.requiredCapabilities'],
    [-32021, { requiredCapabilities: ['sampling'] }, 'data.requiredCapabilities'],
    [-32022, { supported: ['2026-07-28'] }, 'data.supported and data.requested'],
    [-32022, { supported: [1], requested: 'x' }, 'data.supported and data.requested'],
  ])('refuses the code %d with the data %j, naming what it needs', (code, data, member) => {
    expect(() => new McpException(code, 'x', data)).toThrow(
      new TypeError(`an error with the code ${code} needs ${member}`),
    );
  });

  it.each([-32023, -32042, -32090, -32099])(
    'refuses the code %d, which is of the specification',
    (code) => {
      expect(() => new McpException(code, 'x')).toThrow(
        new RangeError(
          `the error code ${code} is of the range of the specification (-32020 to -32099); ` +
            'choose one outside -32768 to -32000',
        ),
      );
    },
  );

  it.each([-32000, -32001, -32002, -32019])(
    'refuses the code %d, which nothing new may use',
    (code) => {
      expect(() => new McpException(code, 'x')).toThrow(
        new RangeError(
          `the error code ${code} is of the range that nothing new may use (-32000 to -32019); ` +
            'choose one outside -32768 to -32000',
        ),
      );
    },
  );

  it.each([1.5, Number.NaN, 2 ** 53, '1' as never, undefined as never])(
    'refuses the code %p, which is no integer',
    (code) => {
      expect(() => new McpException(code, 'x')).toThrow(/^an error code must be an integer, not/);
    },
  );

  it('has any code where the package itself makes it', () => {
    const exception = new OwnCodeException(ErrorCode.ReadDenied, 'x', [1]);

    expect(exception).toBeInstanceOf(McpException);
    expect(exception.toErrorObject()).toEqual({ code: -32090, message: 'x', data: [1] });
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
