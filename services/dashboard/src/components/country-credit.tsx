/** What the licence of the country data (CC BY 4.0) asks of each page that shows countries. */
export function CountryCredit() {
  return (
    <p class="fine credit">
      <a href="https://db-ip.com" target="_blank" rel="noreferrer">
        IP geolocation by DB-IP
      </a>
    </p>
  );
}
