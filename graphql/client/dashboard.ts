// The page of an account, from one request: `npm start` prints it as tables.
import { pathToFileURL } from "node:url";
import { DashboardDocument, type DashboardQuery } from "./generated/graphql.js";
import { ask, fromEnvironment, type Platform } from "./platform.js";

export type Account = NonNullable<DashboardQuery["account"]>;
export type Service = NonNullable<Account["services"]>["nodes"][number];

/** Asks for all that the page shows. */
export async function dashboard(platform: Platform): Promise<Account> {
  const { account } = await ask(platform, DashboardDocument, {});
  if (!account) throw new Error("the account was not answered");
  return account;
}

/** Where the service itself stands, beside what was ordered. */
export function detail({ email, hosting, lxc, kvm, conversion }: Service): string {
  const machine = lxc ?? kvm;
  if (machine) return `${machine.hostname} ${machine.ipv4 ?? ""} ${machine.status}`;
  if (email) return `${email.domainName} ${email.dns.status}`;
  if (hosting) return `${hosting.primaryDomain} ${hosting.status}`;
  return conversion ? `${conversion.plan} ${conversion.operationsUsed}` : "";
}

function print({ fullName, email, conversionPlan, services, domains, usage }: Account): void {
  const converted = conversionPlan && `${conversionPlan.operationsUsed} of ${conversionPlan.operationsLimit} conversions`;
  console.log([fullName, email, converted].filter(Boolean).join(", "));
  console.table(
    services?.nodes.map((one) => ({
      service: one.displayName,
      type: one.serviceType,
      status: one.status,
      renews: day(one.renewsAt),
      detail: detail(one),
    })),
  );
  console.table(
    domains?.nodes.map((one) => ({
      domain: one.domainName,
      status: one.status,
      expires: day(one.expiresAt),
      records: one.dnsRecords?.nodes.length,
    })),
  );
  console.table(usage?.nodes);
}

function day(moment: string | null | undefined): string {
  return moment?.slice(0, 10) ?? "";
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) print(await dashboard(fromEnvironment()));
