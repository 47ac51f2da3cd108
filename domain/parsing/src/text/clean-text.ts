// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const spaces = /[\u000b-\u000d]/g
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const controls = /[\u0000-\u0008\u000e-\u001f]/g

/** Removes control characters, except tab and line feed, and lone surrogates: Postgres stores neither. */
export function cleanText(text: string): string {
  return text.replaceAll(spaces, ' ').replaceAll(controls, '').toWellFormed()
}
