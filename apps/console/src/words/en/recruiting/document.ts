export const documentTexts = {
  back: 'Documents',
  download: 'Download the file',
  remove: 'Remove',
  talent: 'Open the talent',
  facts: 'About this file',
  state: 'State',
  kind: 'Kind',
  kinds: { CV: 'CV', OTHER: 'Other file' },
  pages: 'Pages',
  language: 'Language',
  size: 'Size',
  uploaded: 'Uploaded (UTC)',
  text: 'Text',
  textOf: (count: string) => `${count} lines, as they were read`,
  notRead: 'The text appears here when the file has been read. This page follows along.',
  noText: 'No text was stored.',
  lineFlagged: 'This line addresses a machine:',
  downloadFailed: 'The file could not be downloaded',
} as const

export const warningTexts = {
  title: 'What to know before you trust it',
  none: 'No hidden text and no line that addresses a machine was found.',
  hidden: 'Hidden text',
  hiddenText: (count: number) =>
    count === 1
      ? 'The file contains text that a person who opens it does not see. It was left out of the text and of the profile.'
      : `The file contains ${count} passages that a person who opens it does not see. They were left out of the text and of the profile.`,
  page: (page: number) => `Page ${page}`,
  flagged: 'Lines that address a machine',
  flaggedText:
    'Such lines try to influence a program that reads the file. No fact and no verdict is taken from them.',
  line: (line: number) => `Line ${line}`,
  other: 'Other remarks',
  tricks: {
    invisible_ink: 'In the colour of what is under it',
    tiny: 'In letters smaller than 3 points',
    transparent: 'Transparent',
    off_page: 'Outside the page',
    covered: 'Covered by something',
    clipped: 'Cut off by a clip',
    render_mode: 'Drawn without ink',
    hidden_layer: 'On a layer that is switched off',
    vanished: 'Marked as hidden',
  } as Readonly<Record<string, string>>,
} as const

export const removeDocumentTexts = {
  title: 'Remove this document?',
  text: 'Its text is deleted immediately and its file soon after. This cannot be undone.',
  talentStays: 'The talent that was read from it stays. To remove the person, erase the talent.',
  confirm: 'Remove the document',
  cancel: 'Keep it',
} as const
