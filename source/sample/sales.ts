import {fillBaskets} from './baskets.js';
import type {Catalogue} from './catalogue.js';
import type {Customer} from './customers.js';
import {dateBaskets} from './invoice-dates.js';
import {makePurchases} from './purchases.js';
import type {Random} from './random.js';
import type {InvoiceLineRow, InvoiceRow} from './rows.js';

/** The invoices and their lines. */
export function makeSales(random: Random, catalogue: Catalogue, customers: readonly Customer[]) {
	const baskets = fillBaskets(random, makePurchases(random, catalogue, customers));
	const invoices: InvoiceRow[] = [];
	const lines: InvoiceLineRow[] = [];
	for (const {basket, date} of dateBaskets(random, baskets)) {
		const {row} = basket.customer;
		const id = invoices.length + 1;
		invoices.push({
			InvoiceId: id,
			CustomerId: row.CustomerId,
			InvoiceDate: date,
			BillingAddress: row.Address,
			BillingCity: row.City,
			BillingState: row.State,
			BillingCountry: row.Country,
			BillingPostalCode: row.PostalCode,
			Total: basket.cents / 100,
		});
		for (const track of basket.tracks) {
			lines.push({
				InvoiceLineId: lines.length + 1,
				InvoiceId: id,
				TrackId: track.TrackId,
				UnitPrice: track.UnitPrice,
				Quantity: 1,
			});
		}
	}
	return {invoices, lines};
}
