// The text of a job begins with its title, because that is where the facts of the title are read from, and every fact
// names its line in this text.

export function composeJobText(title: string, description: string): string {
  return startsWithTitle(title, description) ? description : `${title}\n\n${description}`
}

/** For another title to take its place. */
export function withoutTitle(title: string, text: string): string {
  return startsWithTitle(title, text)
    ? text.slice(text.indexOf(title) + title.length).replace(/^\s*\n/, '')
    : text
}

function startsWithTitle(title: string, text: string): boolean {
  return text.trimStart().split('\n', 1)[0]?.trim() === title
}
