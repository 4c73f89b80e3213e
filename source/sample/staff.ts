import {plainName} from './people.js';

/** The e-mail addresses of the staff end in this; no such domain can exist. */
const DOMAIN = 'lanternmusic.example';

type Member = {
	first: string;
	last: string;
	title: string;
	reportsTo: number | null;
	born: string;
	hired: string;
	address: string;
	city: string;
	postalCode: string;
	phone: string;
	fax: string;
};

/** In the order of their ids. */
const STAFF: readonly Member[] = [
	{
		first: 'Ingrid',
		last: 'Hallowell',
		title: 'General Manager',
		reportsTo: null,
		born: '1964-05-11',
		hired: '2002-09-02',
		address: '1140 Larkspur Avenue NW',
		city: 'Edmonton',
		postalCode: 'T5K 1R4',
		phone: '+1 (780) 555-0112',
		fax: '+1 (780) 555-0113',
	},
	{
		first: 'Tomás',
		last: 'Arrieta',
		title: 'Sales Manager',
		reportsTo: 1,
		born: '1959-10-23',
		hired: '2002-06-17',
		address: '86 Quarry Road SW',
		city: 'Calgary',
		postalCode: 'T2P 3G7',
		phone: '+1 (403) 555-0128',
		fax: '+1 (403) 555-0129',
	},
	{
		first: 'Nora',
		last: 'Pemberton',
		title: 'Sales Support Agent',
		reportsTo: 2,
		born: '1975-03-30',
		hired: '2002-04-08',
		address: '2207 Fenwick Square',
		city: 'Calgary',
		postalCode: 'T2P 4K2',
		phone: '+1 (403) 555-0141',
		fax: '+1 (403) 555-0142',
	},
	{
		first: 'Desmond',
		last: 'Achterberg',
		title: 'Sales Support Agent',
		reportsTo: 2,
		born: '1949-12-05',
		hired: '2003-05-19',
		address: '519 Kestrel Point Road',
		city: 'Calgary',
		postalCode: 'T3B 2L8',
		phone: '+1 (403) 555-0155',
		fax: '+1 (403) 555-0156',
	},
	{
		first: 'Priya',
		last: 'Venkatesan',
		title: 'Sales Support Agent',
		reportsTo: 2,
		born: '1968-07-14',
		hired: '2003-10-27',
		address: '73 Wren Park Lane',
		city: 'Calgary',
		postalCode: 'T2P 5M1',
		phone: '+1 (403) 555-0163',
		fax: '+1 (403) 555-0164',
	},
	{
		first: 'Malcolm',
		last: 'Treadgold',
		title: 'IT Manager',
		reportsTo: 1,
		born: '1973-02-02',
		hired: '2003-11-10',
		address: '408 Ellery Street SE',
		city: 'Calgary',
		postalCode: 'T3B 0C9',
		phone: '+1 (403) 555-0170',
		fax: '+1 (403) 555-0171',
	},
	{
		first: 'Yuki',
		last: 'Tanabe',
		title: 'IT Staff',
		reportsTo: 6,
		born: '1971-08-19',
		hired: '2004-01-12',
		address: '15 Aldous Street',
		city: 'Lethbridge',
		postalCode: 'T1K 3N6',
		phone: '+1 (403) 555-0184',
		fax: '+1 (403) 555-0185',
	},
	{
		first: 'Lorna',
		last: "O'Dell",
		title: 'IT Staff',
		reportsTo: 6,
		born: '1966-01-27',
		hired: '2004-03-15',
		address: '942 Marlow Hill Drive',
		city: 'Lethbridge',
		postalCode: 'T1H 2Y5',
		phone: '+1 (403) 555-0197',
		fax: '+1 (403) 555-0198',
	},
];

/** How many customers each sales support agent has, by the agent's id; no two have as many. */
export const CUSTOMERS_OF_AGENT: readonly {agent: number; customers: number}[] = [
	{agent: 3, customers: 19},
	{agent: 4, customers: 17},
	{agent: 5, customers: 23},
];

/** The rows of the staff. */
export function makeEmployees() {
	return STAFF.map((member, index) => ({
		EmployeeId: index + 1,
		LastName: member.last,
		FirstName: member.first,
		Title: member.title,
		ReportsTo: member.reportsTo,
		BirthDate: `${member.born} 00:00:00`,
		HireDate: `${member.hired} 00:00:00`,
		Address: member.address,
		City: member.city,
		State: 'AB',
		Country: 'Canada',
		PostalCode: member.postalCode,
		Phone: member.phone,
		Fax: member.fax,
		Email: `${plainName(member.first)}.${plainName(member.last)}@${DOMAIN}`,
	}));
}
