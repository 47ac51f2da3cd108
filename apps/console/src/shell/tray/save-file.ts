export type SavedFile = { name: string; content: Blob }

/** Hands a file to the browser as a download. */
export function saveFile({ name, content }: SavedFile): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
