import 'reflect-metadata';
import { Exclude, Expose, Transform, Type } from 'class-transformer';
import * as v from 'class-validator';
import { Base, derive, Item, Poodle } from './derive.fixture.js';

describe('outputs', () => {
  class Customer {
    @v.IsString() name!: string;
    @Expose({ name: 'born_at' }) @v.IsDate() bornAt!: Date;
    @Exclude() @v.IsString() passwordHash!: string;
  }
  class Reply {
    @v.IsString() id!: string;
    @v.ValidateNested() customer!: Customer;
    @v.ValidateNested({ each: true }) @Type(() => Item) items!: Item[];
  }
  const entity = {
    id: { toJSON: () => 'abc' },
    secret: 1,
    customer: { name: 'n', bornAt: new Date(0), passwordHash: 'x', orders: [] },
    items: [{ sku: 'a', qty: 1, cost: 3 }],
  };

  it('are the JSON form, reduced to what is declared at every level', async () => {
    const reply = await derive(Reply, {}, 'output');
    const outcome = await reply.validate(entity);
    expect(outcome).toEqual({
      ok: true,
      value: {
        id: 'abc',
        customer: { name: 'n', born_at: '1970-01-01T00:00:00.000Z' },
        items: [{ sku: 'a', qty: 1 }],
      },
    });
    expect(reply.shows(outcome.ok && outcome.value)).toBe(true);
  });

  it('take instances, documents with toJSON and plain objects alike', async () => {
    const reply = await derive(Item, {}, 'output');
    const instance = Object.assign(new Item(), { sku: 'a', qty: 1, extra: 2 });
    await expect(reply.instance(instance)).resolves.toEqual({ sku: 'a', qty: 1 });
    await expect(reply.instance({ toJSON: () => instance })).resolves.toEqual({ sku: 'a', qty: 1 });
  });

  it('name what a handler returned wrongly', async () => {
    const reply = await derive(Reply, {}, 'output');
    const { customer, ...rest } = entity;
    await expect(
      reply.issues({ ...rest, items: [{ sku: 1 }], customer: { ...customer, bornAt: 'x' } }),
    ).resolves.toEqual([
      'customer.born_at | born_at must be a Date instance',
      'items.0.sku | sku must be a string',
      'items.0.qty | qty must not be less than 1',
      'items.0.qty | qty must be an integer number',
    ]);
    await expect(reply.issues([])).resolves.toEqual([' | must be an object']);
  });

  it('validate what @Transform sends, not what it was made from', async () => {
    class Price {
      @Transform(({ value }: { value: number }) => value.toFixed(2), { toPlainOnly: true })
      @v.IsString()
      amount!: string;
    }
    const price = await derive(Price, {}, 'output');
    await expect(price.instance({ amount: 1.5 })).resolves.toEqual({ amount: '1.50' });
  });

  it('write the discriminator of the class that was returned', async () => {
    class Owner {
      @v.ValidateNested()
      @Type(() => Base, {
        discriminator: { property: 'kind', subTypes: [{ value: Poodle, name: 'poodle' }] },
      })
      pet!: Base;
    }
    const owner = await derive(Owner, {}, 'output');
    const pet = Object.assign(new Poodle(), {
      id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
      curls: 3,
    });
    const sent = await owner.instance({ pet });
    expect(sent).toEqual({ pet: { kind: 'poodle', curls: 3, id: pet.id } });
    expect(owner.shows(sent)).toBe(true);
  });

  it('show no defaults, and require what is always there', async () => {
    class Dto {
      @v.IsInt() limit: number = 10;
    }
    const dto = await derive(Dto, {}, 'output');
    expect(dto.json).toEqual({
      type: 'object',
      properties: { limit: { type: 'integer' } },
      required: ['limit'],
    });
  });

  it('end on an entity that contains itself', async () => {
    class Node_ {
      @v.IsOptional() @v.ValidateNested() @Type(() => Node_) next?: Node_;
    }
    const node: { next?: object } = {};
    node.next = node;
    const issues = await (await derive(Node_, {}, 'output')).issues(node);
    expect(issues.join()).toMatch(/contains itself/);
  });
});
