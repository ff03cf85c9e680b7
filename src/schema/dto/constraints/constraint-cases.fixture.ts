import * as v from 'class-validator';
import { of, type ConstraintCase } from './constraint-case.fixture.js';
import { wordedCases } from './worded-cases.fixture.js';

enum Colour {
  Red = 'red',
  Blue = 'blue',
}
enum Level {
  Low,
  High = 5,
}
enum Mixed {
  No = 0,
  Yes = 'yes',
}

const UUID4 = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const common = [
  of('IsDefined', v.IsDefined(), [0, '', {}], [null, undefined]),
  of('IsNotEmpty', v.IsNotEmpty(), ['a', 0, [], {}], ['', null, undefined]),
  of('IsEmpty', v.IsEmpty(), ['', null, undefined], ['a', 0, [], {}]),
  of('Equals', v.Equals('x'), ['x'], ['y', 1, null, undefined]),
  of('Equals null', v.Equals(null), [null], ['null', 0, undefined]),
  of('NotEquals', v.NotEquals('x'), ['y', 1, null, undefined], ['x']),
  of('NotEquals list', v.NotEquals('x', { each: true }), [['y', 1], []], [['x'], 'y']),
  of('IsIn', v.IsIn(['a', 'b']), ['a', 'b'], ['c', 'A', 1, undefined]),
  of('IsIn mixed', v.IsIn(['a', 1, null, true]), ['a', 1, null, true], ['1', 0, false, undefined]),
  of('IsNotIn', v.IsNotIn(['a', 1]), ['b', '1', null, undefined], ['a', 1]),
  of('IsEnum', v.IsEnum(Colour), ['red', 'blue'], ['Red', 'green', 1, undefined]),
  of('IsEnum numeric', v.IsEnum(Level), [0, 5], ['Low', '0', 1, undefined]),
  of('IsEnum heterogeneous', v.IsEnum(Mixed), [0, 'yes'], ['No', 'Yes', '0', undefined]),
  of('IsString', v.IsString(), ['', 'a'], [1, null, {}, undefined]),
  of('IsBoolean', v.IsBoolean(), [true, false], ['true', 1, null, undefined]),
  of('IsObject', v.IsObject(), [{}, { a: 1 }], [[], null, 'a', undefined]),
  of(
    'IsNotEmptyObject',
    v.IsNotEmptyObject(),
    [{ a: 1 }, { a: null }],
    [{}, [], null, undefined, { hasOwnProperty: 1 }],
  ),
  of(
    'IsNotEmptyObject nullable',
    v.IsNotEmptyObject({ nullable: false }),
    [{ a: 1 }],
    [{}, { a: null }, undefined],
  ),
];

const numbers = [
  of('IsInt', v.IsInt(), [0, -3, 1e21], [1.5, '1', null, undefined]),
  of('IsNumber', v.IsNumber(), [0, 1.5, 1e-7], ['1', null, Infinity, undefined]),
  of('IsNumber decimals', v.IsNumber({ maxDecimalPlaces: 2 }), [1, 0.07, 1.25], [1.255, 1e-7, '1']),
  of('IsNumber whole', v.IsNumber({ maxDecimalPlaces: 0 }), [1, -2], [1.5, 1e-7, '1']),
  of('IsPositive', v.IsPositive(), [1, 1e-7], [0, -1, '1', Infinity]),
  of('IsNegative', v.IsNegative(), [-1, -1e-7], [0, 1, '-1']),
  of('Min', v.Min(2.5), [2.5, 3], [2.4, '3', null]),
  of('Max', v.Max(2.5), [2.5, -3], [2.6, '1', null]),
  of('IsDivisibleBy', v.IsDivisibleBy(3), [0, 3, -9], [1, 4.5, '3', 5e-324]),
];

const arrays = [
  of('IsArray', v.IsArray(), [[], [1, 'a']], [{}, 'a', null, undefined]),
  of('ArrayNotEmpty', v.ArrayNotEmpty(), [[1]], [[], 'a', undefined]),
  of('ArrayMinSize', v.ArrayMinSize(2), [[1, 2]], [[1], [], undefined]),
  of('ArrayMaxSize', v.ArrayMaxSize(2), [[], [1, 2]], [[1, 2, 3], undefined]),
  of(
    'ArrayContains',
    v.ArrayContains(['a', 1]),
    [
      ['a', 1],
      [1, 'a', 'b'],
    ],
    [['a'], [1], [], undefined],
  ),
  of('ArrayNotContains', v.ArrayNotContains(['a', 1]), [[], ['b']], [['a'], [2, 1], undefined]),
  of('ArrayUnique', v.ArrayUnique(), [[1, 2], [{}, {}], []], [[1, 1], ['a', 'a'], undefined]),
  of(
    'ArrayUnique by function',
    v.ArrayUnique((one: { id?: number }) => one.id),
    [[{ id: 1 }, { id: 2 }], []],
    [
      [
        { id: 1, a: 1 },
        { id: 1, a: 2 },
      ],
    ],
  ),
];

const lengths = [
  of('Length', v.Length(2, 4), ['ab', '😀😀', 'abcd'], ['a', 'abcde', '❤️'.slice(0, 0), 1, '❤️']),
  of('MinLength', v.MinLength(2), ['ab', '😀😀'], ['a', '😀', '❤️', 1]),
  of('MaxLength', v.MaxLength(2), ['', '😀😀', 'ab'], ['abc', '😀😀😀', '❤️❤️', 1], 'none'),
  of(
    'IsByteLength',
    v.IsByteLength(2, 4),
    ['ab', '😀', 'éé'],
    ['a', '😀a', 'abcde', '\ud800\ud800', 1],
  ),
];

const patterns = [
  of('Matches', v.Matches(/^[a-z]+\d?$/), ['abc', 'a1'], ['ABC', 'a12', '', 1]),
  of(
    'Matches i',
    v.Matches(/^[a-z]+(?:-[^k]|\w)$/i),
    ['ABC', 'a-b'],
    ['1', 'a-K', 'a-k', 'a-😀', ''],
  ),
  of('Matches i literal', v.Matches(/^(?:foo|Bar)[x-z_]?$/i), ['FOO', 'barX'], ['fo', 'bar-', '']),
  of('Matches s', v.Matches(/^a.b$/s), ['a\nb', 'axb'], ['ab', 'a😀b'], 'none'),
  of('Matches dot', v.Matches(/^.{2}$/), ['ab'], ['a', 'abc'], 'none'),
  of(
    'Matches escapes',
    v.Matches(new RegExp(String.raw`^\w+\@\w+\.x[\w\-\.]$`)),
    ['a@b.xc', 'a@b.x-'],
    ['a@b', 'ab.xc'],
    'none',
  ),
  of('Matches m', v.Matches(/^a$/m), ['a', 'b\na'], ['b', 'ab']),
  of('Matches text', v.Matches('^a+$', 'i'), ['aA'], ['b', '']),
  of('Contains', v.Contains('a.b'), ['a.b', 'xa.by'], ['axb', '', 1]),
  of('NotContains', v.NotContains('a.b'), ['axb', ''], ['a.b', 'xa.by', 1]),
  of('IsAlpha', v.IsAlpha(), ['abC'], ['a1', '', 'é', 1]),
  of('IsAlpha locale', v.IsAlpha('de-DE'), ['äß'], ['a1', '']),
  of('IsAlphanumeric', v.IsAlphanumeric(), ['a1'], ['a-', '', 'é', 1]),
  of('IsAlphanumeric locale', v.IsAlphanumeric('de-DE'), ['ä1'], ['a-', '']),
  of('IsAscii', v.IsAscii(), ['a\n'], ['é', '', 1]),
  of('IsMultibyte', v.IsMultibyte(), ['aé', '😀'], ['a', '', 1]),
  of('IsBase32', v.IsBase32(), ['ZG5JHK2=', 'AAAAAAAA'], ['ZG5J', '', 'aaaaaaaa', 1]),
  of('IsBase58', v.IsBase58(), ['BukQL', ''], ['0OIl', 1]),
  of('IsBase64', v.IsBase64(), ['Zm9v', 'Zg==', ''], ['Zg=', 'Z-9v', 1]),
  of('IsBase64 url', v.IsBase64({ urlSafe: true }), ['Z-9v', 'Zg', ''], ['Zg==', 'Z+9v', 1]),
  of('IsBooleanString', v.IsBooleanString(), ['true', '0'], ['yes', true, 'TRUE']),
  of(
    'IsBtcAddress',
    v.IsBtcAddress(),
    ['1MUz4VMYui5qY1mxUiG8BQ1Luv6tqkvaiL', 'bc1qxhmdufsvnuaaaer4ynz88fspdsxq2h9e9cetdj'],
    ['bad', 1],
  ),
  of('IsEthereumAddress', v.IsEthereumAddress(), [`0x${'aB'.repeat(20)}`], ['0x12', 1]),
  of('IsFirebasePushId', v.IsFirebasePushId(), ['-M-Jh_1KAH5rYJF_7-kY'], ['short', 1]),
  of('IsHash', v.IsHash('md5'), ['d94f3f016ae679c3008de268209132f2'], ['d94', 1]),
  of('IsHexColor', v.IsHexColor(), ['#ff0033', 'fFf', '#abcd'], ['#ff', 'red', 1]),
  of('IsHexadecimal', v.IsHexadecimal(), ['deadBEEF', '0xff'], ['xyz', '', 1]),
  of('IsISRC', v.IsISRC(), ['USAT29900609'], ['USAT2990060', 'usat29900609']),
  of('IsJWT', v.IsJWT(), ['a.b.c', '..'], ['a.b', 'a.b.c.d', 'a=.b.c', 1]),
  of('IsMilitaryTime', v.IsMilitaryTime(), ['13:59', '0000'], ['24:00', '1:00', 1]),
  of(
    'IsMongoId',
    v.IsMongoId(),
    ['507f1f77bcf86cd799439011', '0x7f1f77bcf86cd799439011'],
    ['507f', 1],
  ),
  of('IsNumberString', v.IsNumberString(), ['1', '-1.5', '.5'], ['1.', 'a', 1]),
  of('IsNumberString digits', v.IsNumberString({ no_symbols: true }), ['12'], ['-1', '1.5', '']),
  of('IsNumberString locale', v.IsNumberString({ locale: 'de-DE' }), ['1,5'], ['1.5', 'a']),
  of('IsOctal', v.IsOctal(), ['076', '0o7'], ['8', '', 7]),
  of('IsPort', v.IsPort(), ['0', '80', '65535'], ['65536', '080', '-1', 80]),
  of('IsUUID', v.IsUUID(), [UUID4, UUID4.toUpperCase()], [`urn:uuid:${UUID4}`, 'x', 1]),
  of('IsUUID 4', v.IsUUID('4'), [UUID4], [UUID4.replace('-40', '-10'), 'x']),
  of('IsUUID list', v.IsUUID(['1', '4'] as never), [UUID4], [UUID4.replace('-40', '-30'), 'x']),
  of('IsIP', v.IsIP(), ['127.0.0.1', '::1', 'fe80::1%eth0'], ['256.0.0.1', 'x', 1]),
  of('IsIP 4', v.IsIP(4), ['127.0.0.1'], ['::1', '01.0.0.1', '1.1.1', 1]),
  of('IsIP 6', v.IsIP(6), ['::1', 'fe80::1%eth0'], ['127.0.0.1', 'x', 1]),
  of('IsFullWidth', v.IsFullWidth(), ['ひらがな', 'aあ'], ['abc', '', 1]),
  of('IsHalfWidth', v.IsHalfWidth(), ['abc', 'aあ'], ['あ', '', 1]),
];

const formats = [
  of('IsEmail', v.IsEmail(), ['a@b.co', 'ü@b.co', '"x y"@b.co'], ['a@b', 'a@@b.co', 'x', 1]),
  of('IsEmail options', v.IsEmail({ host_whitelist: ['b.co'] }), ['a@b.co'], ['a@c.co', 'x']),
  of(
    'IsUrl',
    v.IsUrl(),
    ['https://a.co', 'a.co', 'http://a.co:80/x?y#z'],
    ['http://localhost', 'x y', 1],
  ),
  of(
    'IsUrl options',
    v.IsUrl({ protocols: ['ws'], require_tld: false }),
    ['ws://a.co', 'ws://a'],
    ['http://a.co'],
  ),
  of('IsUrl hosts', v.IsUrl({ host_whitelist: ['a.co'] }), ['https://a.co'], ['https://b.co']),
  of('IsFQDN', v.IsFQDN(), ['a.co', 'ä.co'], ['localhost', '-a.co', 'a.1', 1]),
  of(
    'IsDateString',
    v.IsDateString(),
    ['2026-01-01', '2026-01-01T00:00:00Z', '2026-W01'],
    ['1/2/2026', 'x', 1],
  ),
  of(
    'IsISO8601',
    v.IsISO8601({ strict: true }),
    ['2026-02-28', '20260228'],
    ['2026-02-30', 'x', 1],
  ),
  of(
    'IsRFC3339',
    v.IsRFC3339(),
    ['2026-01-01T00:00:00Z', '2026-01-01 00:00:00z'],
    ['2026-01-01', 'x', 1],
  ),
];

export const constraintCases: readonly ConstraintCase[] = [
  ...common,
  ...numbers,
  ...arrays,
  ...lengths,
  ...patterns,
  ...formats,
  ...wordedCases,
];
