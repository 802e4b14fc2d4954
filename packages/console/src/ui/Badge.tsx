/** A state in a word. The color repeats what the word says. */
export const Badge = ({
  text,
  tone = "plain"
}: {
  readonly text: string
  readonly tone?: "plain" | "good" | "warn" | "bad"
}) => <span class={`badge ${tone}`}>{text.replaceAll("_", " ")}</span>
