import { Module } from '@nestjs/common';
import { CatalogueModule } from '../catalogue/catalogue.module.js';
import { OrdersModule } from '../orders/orders.module.js';
import { SupportService } from './support.service.js';

@Module({
  imports: [CatalogueModule, OrdersModule],
  providers: [SupportService],
})
export class SupportModule {}
