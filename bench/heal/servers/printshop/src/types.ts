export interface Address {
  street: string;
  postcode: string;
  city: string;
}

export interface Customer {
  id: number;
  name: string;
  key: string;
  role: 'customer' | 'staff' | 'manager';
  discountPercent: number;
  creditLimit: number;
  address: Address | null;
}

export interface Paper {
  code: string;
  name: string;
  gsm: number;
  up: number;
  price: number;
  stock: number;
}

export type OrderStatus = 'ordered' | 'planned' | 'printing' | 'shipped' | 'cancelled';

export interface Order {
  number: string;
  customerId: number;
  title: string;
  paper: string;
  quantity: number;
  colours: number;
  finishing: string[];
  orderedOn: string;
  status: OrderStatus;
  net: number;
  press: string | null;
  dueOn: string | null;
}

export interface Job {
  paper: string;
  quantity: number;
  colours: number;
  finishing: string[];
}

export interface Quote {
  sheets: number;
  discountPercent: number;
  net: number;
  vat: number;
  gross: number;
}
