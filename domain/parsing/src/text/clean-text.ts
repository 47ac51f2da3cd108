// oxlint-disable-next-line no-control-regex -- they are what is meant
const spaces = /[\u000b-\u000d]/g
// oxlint-disable-next-line no-control-regex -- they are what is meant
const controls = /[\u0000-\u0008\u000e-\u001f]/g

/** Without control characters but tab and line feed, and without halves of characters: Postgres stores neither. */
export function cleanText(text: string): string {
  return text.replaceAll(spaces, ' ').replaceAll(controls, '').toWellFormed()
}
