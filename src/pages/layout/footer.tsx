import type { Site, Visit } from "./site.ts";
import { ThemeForm } from "./theme-form.tsx";

interface FooterProps {
  site: Site;
  visit: Visit;
}

/** Footer of every page: the operator's links, the documentation of the service, and the choice of the theme. */
export function Footer({ site: { operatorLinks }, visit: { address, theme } }: FooterProps) {
  const links = [...operatorLinks, { label: "API", href: "/docs" }, { label: "Status", href: "/state" }];
  return (
    <footer class="site-footer">
      <p>Results from people’s own PCs.</p>
      <ul>
        {links.map(({ label, href }) => (
          <li>
            <a href={href}>{label}</a>
          </li>
        ))}
      </ul>
      <ThemeForm theme={theme} address={address} />
    </footer>
  );
}
