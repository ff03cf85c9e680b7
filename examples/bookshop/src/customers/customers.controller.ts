import { Controller, Get, Param, Query } from '@nestjs/common';
import type { Customer } from './customer.entity.js';
import { CustomersService } from './customers.service.js';
import { CustomerIdDto } from './dto/customer-id.dto.js';
import { SearchCustomersDto } from './dto/search-customers.dto.js';

@Controller('customers')
export class CustomersController {
  constructor(private readonly customers: CustomersService) {}

  @Get()
  search(@Query() query: SearchCustomersDto): Promise<Customer[]> {
    return this.customers.searchCustomers(query);
  }

  @Get(':id')
  findOne(@Param() params: CustomerIdDto): Promise<Customer> {
    return this.customers.findCustomer(params);
  }
}
