// The pages customers see.

import { html } from './html.js';
import { money } from './products.js';

const shop = 'Storefront';

export function shopPage(products, cart) {
  return layout(
    'Things for a good day',
    cart,
    html`<h1>Things for a good day</h1>
      <p class="soft">Six of them, made to last.</p>
      <ul class="products">
        ${[...products.values()].map(
          (product) =>
            html`<li>
              <img src="/pictures/${product.sku}.svg" alt="" width="200" height="150" />
              <div>
                <h2>${product.name}</h2>
                <p>${product.description}</p>
                <form method="post" action="/cart">
                  <input type="hidden" name="sku" value="${product.sku}" />
                  <strong>${money(product.price)}</strong>
                  <button name="add" value="1" aria-label="Add ${product.name} to the cart">Add to cart</button>
                </form>
              </div>
            </li>`,
        )}
      </ul>`,
  );
}

export function cartPage(cart, { lines, total }) {
  if (lines.length === 0) {
    const empty = html`<h1>Your cart is empty</h1>
      <p><a href="/">See what we have</a></p>`;
    return layout('Cart', cart, empty);
  }
  return layout(
    'Cart',
    cart,
    html`<h1>Your cart</h1>
      ${table(lines, total, quantityForm)}
      <p class="end"><a href="/">Continue shopping</a> <a class="button" href="/checkout">Check out</a></p>`,
  );
}

const quantityForm = ({ sku, name, quantity }) =>
  html`<form method="post" action="/cart" class="quantity">
    <input type="hidden" name="sku" value="${sku}" />
    <input type="number" name="quantity" value="${quantity}" min="0" max="99" aria-label="How many: ${name}" />
    <button class="quiet">Update</button>
  </form>`;

export function checkoutPage(cart, { lines, total }, { id, customer, email, street, city, error }) {
  return layout(
    'Check out',
    cart,
    html`<h1>Check out</h1>
      <div class="columns">
        <form method="post" action="/checkout" class="card">
          ${error && html`<p class="alert" role="alert">${error}</p>`}
          <input type="hidden" name="id" value="${id}" />
          ${field('Name', 'customer', customer, 'name')} ${field('E-mail', 'email', email, 'email', 'email')}
          ${field('Street and number', 'street', street, 'street-address')}
          ${field('Postcode and city', 'city', city, 'address-level2')}
          <p class="soft">You pay by invoice, after the order is placed.</p>
          <button>Place the order for ${money(total)}</button>
        </form>
        <div>${table(lines, total)}</div>
      </div>`,
  );
}

const field = (label, name, value, autocomplete, type = 'text') =>
  html`<label>
    ${label}
    <input name="${name}" type="${type}" value="${value}" autocomplete="${autocomplete}" maxlength="200" required />
  </label>`;

export function orderPage(cart, order) {
  return layout(
    `Order ${order.number}`,
    cart,
    html`<h1>Thank you, ${order.customer}</h1>
      <p>Your order <strong>${order.number}</strong> is <span class="badge">${order.status}</span>.</p>
      ${order.paymentNote && html`<p>${order.paymentNote}</p>`} ${table(order.lines, order.total)}
      <p class="soft">
        It goes to ${order.street}, ${order.city}. Keep the address of this page: it is the way back to your order.
      </p>`,
  );
}

export function errorPage(cart, message) {
  return layout(
    'Sorry',
    cart,
    html`<h1>Sorry</h1>
      <p>${message}</p>
      <p><a href="/">Back to the shop</a></p>`,
  );
}

function table(lines, total, quantityCell = ({ quantity }) => quantity) {
  return html`<table>
    <thead>
      <tr>
        <th scope="col">Item</th>
        <th scope="col">Quantity</th>
        <th scope="col">Total</th>
      </tr>
    </thead>
    <tbody>
      ${lines.map(
        (line) =>
          html`<tr>
            <th scope="row">${line.name}</th>
            <td>${quantityCell(line)}</td>
            <td>${money(line.total)}</td>
          </tr>`,
      )}
    </tbody>
    <tfoot>
      <tr>
        <th scope="row" colspan="2">Together</th>
        <td>${money(total)}</td>
      </tr>
    </tfoot>
  </table>`;
}

function layout(title, cart, content) {
  const count = [...cart.values()].reduce((sum, quantity) => sum + quantity, 0);
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · ${shop}</title>
        <link rel="icon" href="/pictures/mug.svg" />
        <link rel="stylesheet" href="/style.css" />
      </head>
      <body>
        <header>
          <a class="brand" href="/">${shop}</a>
          <nav><a href="/cart">Cart (${count})</a></nav>
        </header>
        <main>${content}</main>
      </body>
    </html>`;
}
