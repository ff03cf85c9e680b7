import { Injectable } from '@nestjs/common';

/** What the shop's owner may change without touching code. */
@Injectable()
export class ShopSettings {
  readonly currency: string = process.env.SHOP_CURRENCY ?? 'EUR';
  readonly lowStock: number = Number(process.env.SHOP_LOW_STOCK ?? 4);
  readonly shippingCents: number = 390;
  readonly freeShippingFromCents: number = 5000;
}
