/** A text that somebody has typed, in quotation marks and isolated from the direction of the text around it. */
export const Quoted = ({ text }: { text: string }) => (
  <>
    “<bdi>{text}</bdi>”
  </>
);
