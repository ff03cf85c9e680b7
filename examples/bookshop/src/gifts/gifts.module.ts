import { Module } from '@nestjs/common';
import { CatalogueModule } from '../catalogue/catalogue.module.js';
import { GiftsService } from './gifts.service.js';

@Module({ imports: [CatalogueModule], providers: [GiftsService] })
export class GiftsModule {}
