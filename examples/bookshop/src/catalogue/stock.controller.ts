import { Controller, Get, Query } from '@nestjs/common';
import { StockReportQueryDto } from './dto/stock-report-query.dto.js';
import type { StockReportDto } from './dto/stock-report.dto.js';
import { StockService } from './stock.service.js';

@Controller('stock')
export class StockController {
  constructor(private readonly stock: StockService) {}

  @Get()
  report(@Query() query: StockReportQueryDto): Promise<StockReportDto> {
    return this.stock.stockReport(query);
  }
}
