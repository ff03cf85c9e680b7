import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { CheckoutService } from './checkout.service.js';
import { CustomerOrdersDto } from './dto/customer-orders.dto.js';
import { OrderNumberDto } from './dto/order-number.dto.js';
import type { OrderDto } from './dto/order.dto.js';
import { PlaceOrderDto } from './dto/place-order.dto.js';
import { RefundReasonDto } from './dto/refund-order.dto.js';
import { OrdersService } from './orders.service.js';
import { RefundsService } from './refunds.service.js';

@Controller('orders')
export class OrdersController {
  constructor(
    private readonly orders: OrdersService,
    private readonly checkout: CheckoutService,
    private readonly refunds: RefundsService,
  ) {}

  @Get()
  list(@Query() query: CustomerOrdersDto): Promise<OrderDto[]> {
    return this.orders.listCustomerOrders(query);
  }

  @Get(':number')
  findOne(@Param() params: OrderNumberDto): Promise<OrderDto> {
    return this.orders.findOrder(params);
  }

  @Post()
  place(@Body() body: PlaceOrderDto): Promise<OrderDto> {
    return this.checkout.placeOrder(body);
  }

  @Post(':number/refund')
  refund(@Param() { number }: OrderNumberDto, @Body() body: RefundReasonDto): Promise<OrderDto> {
    return this.refunds.refundOrder({ number, ...body });
  }
}
