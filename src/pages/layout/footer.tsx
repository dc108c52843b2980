import type { Site } from "./site.ts";

/** Footer of every page: the operator's links, and the documentation of the service. */
export function Footer({ site: { operatorLinks } }: { site: Site }) {
  const links = [
    ...operatorLinks,
    { label: "API", href: "/docs" },
    { label: "OpenAPI document", href: "/openapi.json" },
    { label: "State of the service", href: "/health/ready" },
  ];
  return (
    <footer class="site-footer">
      <p>Results of people who measured their own computers.</p>
      <ul>
        {links.map(({ label, href }) => (
          <li>
            <a href={href}>{label}</a>
          </li>
        ))}
      </ul>
    </footer>
  );
}
