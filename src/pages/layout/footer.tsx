/** Footer of every page. */
export function Footer() {
  return (
    <footer class="site-footer">
      <p>Results of people who measured their own computers.</p>
      <ul>
        <li>
          <a href="/docs">API</a>
        </li>
        <li>
          <a href="/openapi.json">OpenAPI document</a>
        </li>
        <li>
          <a href="/health/ready">State of the service</a>
        </li>
      </ul>
    </footer>
  );
}
