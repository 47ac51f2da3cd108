// The text of a job starts with its title, because the title's facts are read from there and every fact refers to a
// line of this text.

export function composeJobText(title: string, description: string): string {
  return startsWithTitle(title, description) ? description : `${title}\n\n${description}`
}

/** Removes the title, so that a new one can replace it. */
export function withoutTitle(title: string, text: string): string {
  return startsWithTitle(title, text)
    ? text.slice(text.indexOf(title) + title.length).replace(/^\s*\n/, '')
    : text
}

function startsWithTitle(title: string, text: string): boolean {
  return text.trimStart().split('\n', 1)[0]?.trim() === title
}
