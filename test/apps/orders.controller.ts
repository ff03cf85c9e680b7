import type { RawBodyRequest } from '@nestjs/common';
import { Body, Controller, Post, Req } from '@nestjs/common';

/** A REST route of the same application. */
@Controller('orders')
export class OrdersController {
  @Post()
  create(@Body() body: unknown, @Req() request: RawBodyRequest<object>): object {
    return { body, raw: request.rawBody?.toString() };
  }
}
