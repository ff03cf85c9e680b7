import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CatalogueModule } from '../catalogue/catalogue.module.js';
import { CustomersModule } from '../customers/customers.module.js';
import { CheckoutService } from './checkout.service.js';
import { OrderLine } from './order-line.entity.js';
import { Order } from './order.entity.js';
import { OrdersController } from './orders.controller.js';
import { OrdersService } from './orders.service.js';
import { Refund } from './refund.entity.js';
import { RefundsService } from './refunds.service.js';
import { SalesController } from './sales.controller.js';
import { SalesService } from './sales.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([Order, OrderLine, Refund]), CatalogueModule, CustomersModule],
  controllers: [OrdersController, SalesController],
  providers: [OrdersService, CheckoutService, RefundsService, SalesService],
  exports: [OrdersService],
})
export class OrdersModule {}
