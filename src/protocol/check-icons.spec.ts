import { checkIcons } from './check-icons.js';
import { McpConfigurationError } from './mcp-configuration.error.js';

const src = 'https://shop.example/icon.png';
const check = (icons: unknown) => () => checkIcons(icons, 'Shop.find');

describe('checkIcons', () => {
  it.each([
    ['none', undefined],
    ['an empty list', []],
    ['an address', [{ src }]],
    ['the image itself', [{ src: 'data:image/png;base64,aQ==' }]],
    ['a scheme in capitals', [{ src: 'HTTPS://shop.example/icon.png' }]],
    ['a MIME type', [{ src, mimeType: 'image/svg+xml' }]],
    ['any size', [{ src, sizes: ['any'] }]],
    ['several sizes', [{ src, sizes: ['48x48', '1024x768'] }]],
    [
      'both themes',
      [
        { src, theme: 'light' },
        { src, theme: 'dark' },
      ],
    ],
    ['members that are undefined', [{ src, mimeType: undefined, sizes: undefined }]],
  ])('takes %s', (_what, icons) => {
    expect(check(icons)).not.toThrow();
  });

  it.each([
    ['no list', { src }, 'icons must be a list'],
    ['a text', [src], 'icons[0] must be an object'],
    ['no src', [{}], 'icons[0].src must be an https: or data: URI, not undefined'],
    ['a file', [{ src: 'file:///icon.png' }], 'icons[0].src must be an https: or data: URI'],
    [
      'plain http',
      [{ src: 'http://shop.example/i.png' }],
      'icons[0].src must be an https: or data:',
    ],
    ['a path', [{ src: '/icon.png' }], 'icons[0].src must be an https: or data: URI'],
    ['a script', [{ src: 'javascript:alert(1)' }], 'icons[0].src must be an https: or data: URI'],
    ['half an address', [{ src: 'https://' }], 'icons[0].src must be an https: or data: URI'],
    ['the second one', [{ src }, { src: 1 }], 'icons[1].src must be an https: or data: URI, not 1'],
    ['an extension', [{ src, mimeType: 'png' }], 'icons[0].mimeType must be a MIME type such as'],
    ['one size', [{ src, sizes: 'any' }], 'icons[0].sizes must be a list of sizes'],
    ['a number as size', [{ src, sizes: [48] }], 'icons[0].sizes must be a list of sizes'],
    ['one side', [{ src, sizes: ['48'] }], 'icons[0].sizes must be a list of sizes'],
    ['no width', [{ src, sizes: ['0x48'] }], 'icons[0].sizes must be a list of sizes'],
    ['capitals', [{ src, sizes: ['48X48'] }], 'icons[0].sizes must be a list of sizes'],
    ['another theme', [{ src, theme: 'blue' }], "icons[0].theme must be 'light' or 'dark', not"],
    [
      'a misspelt member',
      [{ src, size: ['any'] }],
      'icons[0].size does not exist; an icon has src',
    ],
  ])('refuses %s', (_what, icons, message) => {
    expect(check(icons)).toThrow(McpConfigurationError);
    expect(check(icons)).toThrow(`Shop.find: ${message}`);
  });

  it('does not repeat a long image', () => {
    const refused = check([{ src: `data${'a'.repeat(5_000)}` }]);

    expect(refused).toThrow(/^.{0,200}$/);
  });
});
