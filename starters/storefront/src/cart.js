// The cart lives in a cookie that says only what and how many (`mug:2.lamp:1`); names and prices always come from the shop.

const most = 99;

export function readCart(request, products) {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
  const value = pairs.find((pair) => pair.startsWith('cart='))?.slice('cart='.length) ?? '';
  const cart = new Map();
  for (const entry of value.split('.')) {
    const [sku, quantity] = entry.split(':');
    if (products.has(sku)) setQuantity(cart, sku, Number(quantity));
  }
  return cart;
}

export function setQuantity(cart, sku, quantity) {
  if (!Number.isInteger(quantity)) return;
  if (quantity < 1) cart.delete(sku);
  else cart.set(sku, Math.min(quantity, most));
}

export function cartCookie(cart) {
  const value = [...cart].map(([sku, quantity]) => `${sku}:${quantity}`).join('.');
  return `cart=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${cart.size ? 30 * 24 * 3600 : 0}`;
}

export function priced(cart, products) {
  const lines = [...cart].map(([sku, quantity]) => {
    const { name, price } = products.get(sku);
    return { sku, name, price, quantity, total: price * quantity };
  });
  return { lines, total: lines.reduce((sum, line) => sum + line.total, 0) };
}
