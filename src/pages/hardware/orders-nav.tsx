import type { Order } from "./orders.ts";

/** Links to the same list of products in other sort orders. */
export function Orders({ orders }: { orders: readonly Order[] }) {
  return (
    <nav class="orders" aria-label="Order">
      <span class="soft">Sort by:</span>
      <ul>
        {orders.map(({ name, href, isCurrent }) => (
          <li key={name}>
            <a href={href} aria-current={isCurrent ? "true" : undefined}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
