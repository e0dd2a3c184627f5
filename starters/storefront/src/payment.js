// How an order is paid. Payment by invoice needs no provider; to add one, write another `pay` and use it in app.js.

import { money } from './products.js';

// Called once for each new order. Answers the order's status, a note for the customer, and, for a provider that has
// its own page, a `redirect` to send the customer to. Its confirmation then sets the status to 'paid'.
export async function payByInvoice(order) {
  return {
    status: 'awaiting payment',
    note: `Please transfer ${money(order.total)} within 14 days and give the number ${order.number} as the reference.`,
    redirect: undefined,
  };
}
