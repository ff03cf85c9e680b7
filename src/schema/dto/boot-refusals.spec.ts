import 'reflect-metadata';
import { Type } from 'class-transformer';
import * as v from 'class-validator';
import { derive, Item, refusal } from './derive.fixture.js';

describe('boot refusals', () => {
  it.each([
    ['IsInstance', v.IsInstance(Item), /@IsInstance\(Item\), which no value from JSON satisfies/],
    ['Equals', v.Equals({}), /can never be valid: equals compares by identity/],
    ['ArrayMaxSize', v.ArrayMaxSize(-1), /can never be valid: arrayMaxSize allows -1 elements/],
    ['IsDivisibleBy', v.IsDivisibleBy(0.5), /can never be valid: isDivisibleBy divides by 0.5/],
  ])('name class, property, cause and remedy of %s', async (_, decorate, expected) => {
    class Dto {
      value: unknown;
    }
    decorate(Dto.prototype, 'value');
    const message = await refusal(Dto);
    expect(message).toMatch(/^OrdersService\.create: Dto\.value /);
    expect(message).toMatch(expected);
  });

  it.each([[Map], [Set], [Buffer], [Uint8Array], [BigInt]])('include the type %p', async (type) => {
    class Dto {
      value: unknown;
    }
    v.IsDefined()(Dto.prototype, 'value');
    Reflect.defineMetadata('design:type', type, Dto.prototype, 'value');
    expect(await refusal(Dto)).toMatch(/Dto\.value is a \w+, which JSON cannot carry/);
  });

  it('include decorators that contradict each other, or the declared list', async () => {
    class Both {
      @v.IsString() @v.IsInt() value!: string;
    }
    class List {
      @v.IsString() value!: string[];
    }
    expect(await refusal(Both)).toMatch(/Both\.value can never be valid: \w+ contradicts/);
    expect(await refusal(List)).toMatch(/List\.value can never be valid.*each: true/s);
  });

  it('include a @Type that an import cycle left undefined', async () => {
    class Dto {
      @v.ValidateNested() @Type(() => undefined as never) value!: object;
    }
    class Early {
      @v.ValidateNested()
      @Type(() => {
        throw new ReferenceError("Cannot access 'Other' before initialization");
      })
      value!: object;
    }
    expect(await refusal(Dto)).toMatch(/Dto\.value .*import each other/s);
    expect(await refusal(Early)).toMatch(/Early\.value .*import each other/s);
  });

  it('include a required discriminator that class-transformer removes', async () => {
    class Dog {
      @v.IsString() kind!: string;
    }
    const options = (keep: boolean): object => ({
      keepDiscriminatorProperty: keep,
      discriminator: { property: 'kind', subTypes: [{ value: Dog, name: 'dog' }] },
    });
    class Lost {
      @v.ValidateNested() @Type(() => Dog, options(false)) pet!: Dog;
    }
    class Kept {
      @v.ValidateNested() @Type(() => Dog, options(true)) pet!: Dog;
    }
    expect(await refusal(Lost)).toMatch(/keepDiscriminatorProperty: true/);
    await expect((await derive(Kept)).accepts({ pet: { kind: 'dog' } })).resolves.toBe(true);
  });

  it('find faults of nested classes too', async () => {
    class Inner {
      @v.IsDate() at!: Date;
    }
    class Outer {
      @v.ValidateNested() @Type(() => Inner) inner!: Inner;
    }
    expect(await refusal(Outer)).toMatch(/Inner\.at has @IsDate/);
  });
});
