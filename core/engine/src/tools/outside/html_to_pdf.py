# Sets a web page on pages: its arguments are the page, the PDF, a style for all pages, and how many there may be.
import io
import sys

from weasyprint import CSS, HTML, default_url_fetcher


def fetch(url, *_, **__):
    if not url.lower().startswith('data:'):
        raise ValueError('nothing is fetched')
    return default_url_fetcher(url)


page, made, style, most = sys.argv[1:]
with open(page, 'rb') as file:
    # It has a place that is nowhere: without any, what it names by a path would be an error.
    html = HTML(file_obj=io.BytesIO(file.read()), base_url='about:invalid', url_fetcher=fetch)
document = html.render(stylesheets=[CSS(string=style, url_fetcher=fetch)])
if len(document.pages) > int(most):
    sys.exit(3)
document.write_pdf(made)
