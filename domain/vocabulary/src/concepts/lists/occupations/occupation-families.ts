/**
 * Occupations of one field of work, by their labels: who holds one of them is not of another field than a job that asks
 * for another of them. A line is one family.
 */
export const occupationFamilies = `
accountant | accounts payable clerk | accounts receivable clerk | payroll clerk | invoicing clerk | tax clerk | tax advisor | certified accountant | financial controller | finance manager | financial analyst | auditor
HR manager | HR specialist | recruiter | training manager | payroll clerk
lawyer | legal counsel | paralegal | notary | court judge | compliance officer | data protection officer
data analyst | data scientist | data engineer | business intelligence analyst | machine learning engineer | database administrator
software developer | backend developer | frontend developer | full-stack developer | web developer | mobile developer | iOS developer | Android developer | Java developer | Python developer | JavaScript developer | React developer | PHP developer | .NET developer | C++ developer | software architect | software tester | test automation engineer | DevOps engineer | web designer
system administrator | network engineer | IT support technician | database administrator | DevOps engineer | cloud engineer | security analyst | IT architect
cook | chef | kitchen assistant | pastry chef | baker | pizza maker | butcher | food production worker
waiter | bartender | restaurant manager | sommelier | catering worker | fast food worker
receptionist | hotel clerk | hotel manager | night auditor | bellboy
cleaner | cleaning supervisor | housekeeper | laundry worker
nurse | pediatric nurse | intensive care nurse | emergency nurse | theatre nurse | psychiatric nurse | community nurse | head nurse | midwife | elderly care nurse | healthcare assistant | home care worker | paramedic | medical assistant
pharmacist | pharmacy technician
doctor | surgeon | anaesthetist | paediatrician | psychiatrist | radiologist | cardiologist | gynaecologist | dermatologist
dentist | dental assistant | dental technician
physiotherapist | massage therapist | occupational therapist | sports coach
teacher | primary school teacher | language teacher | maths teacher | vocational teacher | special education teacher | teaching assistant | tutor | university lecturer
kindergarten teacher | childcare worker | teaching assistant
social worker | family support worker | social care worker | youth leader | school counsellor
electrician | electronics technician | mechatronics technician | solar installer | electrical engineer | trade helper
plumber | HVAC technician | solar installer | trade helper
welder | machinist | CNC operator | toolmaker | industrial mechanic | metalworker | machine operator
industrial mechanic | mechatronics technician | electrician | car mechanic | aircraft mechanic
construction worker | bricklayer | concrete worker | steel fixer | plasterer | tiler | painter | roofer | scaffolder | carpenter | glazier | road worker | site manager | trade helper
car mechanic | car body repairer | tyre fitter | bicycle mechanic
warehouse worker | order picker | packer | forklift driver | warehouse manager | logistics manager | freight forwarder | dispatcher
truck driver | bus driver | taxi driver | driver | dispatcher
salesperson | cashier | shelf stacker | store manager | department manager | car salesperson | bakery salesperson
sales representative | inside sales representative | account manager | sales manager | business development manager
marketing manager | marketing specialist | digital marketing specialist | SEO specialist | social media manager | content manager | e-commerce manager | public relations manager | event manager
graphic designer | illustrator artist | art director | web designer | UX designer | prepress technician
office clerk | secretary | data entry clerk | office manager | industrial clerk | foreign language correspondent
farmer | farm worker | livestock worker | tractor driver | winegrower | gardener
laboratory technician | medical laboratory technician | chemist | biologist | research scientist
civil engineer | site manager | surveyor | quantity surveyor | draughtsman
project manager | IT project manager | project engineer | scrum master | product owner
civil servant | customs officer | office clerk
`
