/** Returns the address of the page of a person, who is named by the id of the account. */
export const hrefOfPerson = (accountId: string): string => `/u/${encodeURIComponent(accountId)}`;

/**
 * The public name of the owner of a build, as a link to the owner's page. The name is isolated from the direction of
 * the text around it. An owner whose account is deleted has no name and no page.
 */
export function OwnerLink({ owner: { account_id, name } }: { owner: { account_id: string; name: string } }) {
  if (name === "") return <>somebody who has left</>;
  return (
    <a href={hrefOfPerson(account_id)}>
      <bdi>{name}</bdi>
    </a>
  );
}
