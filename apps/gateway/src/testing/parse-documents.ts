// Documents for the parse routes, and what a correct model extracts from them.
import { composeDocx } from '@gatehouse/testkit/documents/compose-docx'
import { composePdf } from '@gatehouse/testkit/documents/compose-pdf'

export const cvText = `Ana Pop
ana.pop@example.com
Experience
Senior Engineer, Acme GmbH
03/2020 - 02/2022
Built payment services in Go.`

export const cvReply = JSON.stringify({
  name_quote: 'Ana Pop',
  experience: [
    { title: 'Senior Engineer', employer: 'Acme GmbH', date_text: '03/2020 - 02/2022', from: 4, to: 6 },
  ],
  skills: [{ name: 'Go', from: 6, to: 6 }],
})

export const jdText = `Backend Engineer
Acme GmbH, Berlin
Requirements
At least 3 years of experience with Go`

export const jdReply = JSON.stringify({
  title: 'Backend Engineer',
  employer: 'Acme GmbH',
  requirements: [
    {
      text: 'experience with Go',
      category: 'skill',
      importance: 'must',
      skill_name: 'Go',
      min_years: 3,
      from: 4,
      to: 4,
    },
  ],
})

export function asPdf(text: string): Buffer {
  const lines = text.split('\n').map((line, index) => {
    const escaped = line.replaceAll(/[()\\]/g, String.raw`\$&`)
    return `BT /F1 11 Tf 72 ${720 - index * 16} Td (${escaped}) Tj ET`
  })
  return composePdf({ pages: [lines.join('\n')] })
}

export function asDocx(text: string): Buffer {
  return composeDocx({
    body: text
      .split('\n')
      .map((line) => `<w:p><w:r><w:t>${line}</w:t></w:r></w:p>`)
      .join(''),
  })
}

export const europassXml = `<?xml version="1.0"?><Candidate xmlns="http://www.europass.eu/1.0"><CandidatePerson>
  <PersonName><GivenName>Ana</GivenName><FamilyName>Pop</FamilyName></PersonName></CandidatePerson>
  <CandidateProfile languageCode="ro"><ExecutiveSummary>Builds payment services.</ExecutiveSummary></CandidateProfile>
  </Candidate>`
