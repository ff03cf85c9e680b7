import { randomBytes } from 'node:crypto';
import { Module } from '@nestjs/common';
import { McpModule } from 'nest-mcp';
import { CatalogueModule } from './catalogue/catalogue.module.js';
import { CustomersModule } from './customers/customers.module.js';
import { DatabaseModule } from './database/database.module.js';
import { GiftsModule } from './gifts/gifts.module.js';
import { OrdersModule } from './orders/orders.module.js';
import { SettingsModule } from './settings/settings.module.js';
import { ShopAuthorizer } from './shop.authorizer.js';
import { SupportModule } from './support/support.module.js';

@Module({
  imports: [
    SettingsModule,
    DatabaseModule,
    CatalogueModule,
    CustomersModule,
    OrdersModule,
    GiftsModule,
    SupportModule,
    McpModule.forRoot({
      name: 'bookshop',
      version: '1.0.0',
      authorizer: ShopAuthorizer,
      // Signs what is asked of people; like the data, it need not outlive the process.
      requestStateSecrets: [randomBytes(32).toString('base64url')],
    }),
  ],
  providers: [ShopAuthorizer],
})
export class AppModule {}
