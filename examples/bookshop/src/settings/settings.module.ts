import { Global, Module } from '@nestjs/common';
import { ShopSettings } from './shop-settings.js';

@Global()
@Module({ providers: [ShopSettings], exports: [ShopSettings] })
export class SettingsModule {}
