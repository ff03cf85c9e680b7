import { Module } from '@nestjs/common';
import { McpModule } from 'nest-mcp';
import { CatalogueModule } from './catalogue/catalogue.module.js';
import { CustomersModule } from './customers/customers.module.js';
import { DatabaseModule } from './database/database.module.js';
import { OrdersModule } from './orders/orders.module.js';
import { SettingsModule } from './settings/settings.module.js';
import { SupportModule } from './support/support.module.js';

@Module({
  imports: [
    SettingsModule,
    DatabaseModule,
    CatalogueModule,
    CustomersModule,
    OrdersModule,
    SupportModule,
    McpModule.forRoot({ name: 'bookshop', version: '1.0.0' }),
  ],
})
export class AppModule {}
