// What the shop sells: read once from products.json and checked, so that a slip there is found at the start.

import { readFileSync } from 'node:fs';

export const currency = 'EUR';

export function loadProducts(path) {
  const products = new Map();
  for (const product of JSON.parse(readFileSync(path, 'utf8'))) {
    const { sku, name, price, description } = product;
    if (!/^[a-z0-9-]{1,40}$/.test(sku)) throw new Error(`A product has the sku ${JSON.stringify(sku)}.`);
    if (products.has(sku)) throw new Error(`There are two products with the sku ${sku}.`);
    if (!name || !description) throw new Error(`The product ${sku} needs a name and a description.`);
    if (!Number.isSafeInteger(price) || price < 0) throw new Error(`The price of ${sku} must be a number of cents.`);
    products.set(sku, product);
  }
  return products;
}

const format = new Intl.NumberFormat('en', { style: 'currency', currency });

// Prices are whole cents everywhere; they become a decimal only here, where they are shown.
export const money = (cents) => format.format(cents / 100);
