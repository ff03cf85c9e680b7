import { Injectable, NotFoundException } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { McpResource, McpTool } from 'nest-mcp';
import type { Repository } from 'typeorm';
import { CustomersService } from '../customers/customers.service.js';
import { CustomerOrdersDto } from './dto/customer-orders.dto.js';
import { OrderNumberDto } from './dto/order-number.dto.js';
import { type OrderDto, toOrderDto } from './dto/order.dto.js';
import { Order } from './order.entity.js';

/** Looks orders up. */
@Injectable()
export class OrdersService {
  constructor(
    @InjectRepository(Order) private readonly orders: Repository<Order>,
    private readonly customers: CustomersService,
  ) {}

  @McpTool({
    description: 'List the latest orders of a customer',
    annotations: { readOnlyHint: true },
  })
  async listCustomerOrders({ customerId, status, limit }: CustomerOrdersDto): Promise<OrderDto[]> {
    const customer = await this.customers.findCustomer({ id: customerId });
    const orders = await this.orders.find({
      where: { customer: { id: customer.id }, ...(status && { status }) },
      order: { placedAt: 'DESC' },
      take: limit,
    });
    return orders.map(toOrderDto);
  }

  @McpTool({ description: 'Find one order by its number', annotations: { readOnlyHint: true } })
  @McpResource({ uriTemplate: 'bookshop://orders/{number}', mimeType: 'application/json' })
  async findOrder({ number }: OrderNumberDto): Promise<OrderDto> {
    const order = await this.lookUp(number);
    if (!order) {
      throw new NotFoundException(`There is no order ${number}`);
    }
    return order;
  }

  async lookUp(number: string): Promise<OrderDto | undefined> {
    const order = await this.orders.findOneBy({ number });
    return order ? toOrderDto(order) : undefined;
  }
}
