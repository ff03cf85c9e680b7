export enum OrderStatus {
  Paid = 'paid',
  Delivered = 'delivered',
  Refunded = 'refunded',
}
