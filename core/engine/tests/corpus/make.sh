#!/bin/sh
# Makes the files in `samples` anew, by the programs whose files customers send. Nothing that is tested needs it.
#
# On Debian they are: ffmpeg ghostscript imagemagick libreoffice-calc-nogui libreoffice-writer-nogui fonts-dejavu-core
# libjpeg-turbo-progs libjxl-tools python3 qpdf zip; and py7zr for Python
set -eu
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$here/samples/seen"
cd "$here/samples"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# What ImageMagick makes of its picture of a rose: one way of writing an image after the other.
rose() { convert rose: "$@"; }
rose -strip rose.png
rose -strip -colorspace CMYK -quality 95 cmyk.jpg
rose -strip -interlace Plane -quality 90 -sampling-factor 4:2:0 progressive.jpg
# One colour after the other, two of them of half the size.
printf '0;\n1;\n2;\n' >"$work/scans"
rose ppm:- | cjpeg -quality 92 -sample 2x2 -scans "$work/scans" >planes.jpg
rose -strip -colorspace Gray gray.jpg
rose -strip -depth 16 deep.png
rose -strip -colors 16 PNG8:palette.png
rose -strip -monochrome black.png
rose -strip -colorspace Gray -depth 2 gray2.png
rose -strip -interlace PNG interlaced.png
rose -compress lzw lzw.tiff
rose -compress zip -depth 16 deep.tiff
rose -compress rle rle.tiff
rose -compress jpeg jpeg.tiff
rose -monochrome -compress group4 fax.tiff
rose -compress lzw -define tiff:tile-geometry=32x32 tiled.tiff
rose -compress lzw -endian MSB big.tiff
rose -colorspace CMYK -compress none cmyk.tiff
rose -compress zip \( granite: -resize 70x46! \) pages.tiff
rose -quality 80 lossy.webp
rose -define webp:lossless=true lossless.webp
rose plain.gif
rose -interlace GIF interlaced.gif
rose plain.bmp
rose -colors 16 BMP3:palette.bmp
convert rose.png plain.psd
convert rose.png -depth 16 deep.psd
convert rose.png -colorspace CMYK cmyk.psd
convert rose.png -colorspace Gray gray.psd
# Photoshop keeps colours through which something shines as they are on white; ImageMagick writes them as they come.
convert rose.png -fill white -colorize 50 -alpha set -channel A -evaluate set 50% +channel half.psd
convert rose.png large.psb
convert -delay 20 rose: \( rose: -flip \) \( rose: -negate \) -loop 0 animation.gif
ffmpeg -v error -y -f lavfi -i testsrc=d=0.4:s=40x30:r=5 -c:v libwebp_anim -bitexact animation.webp
# JPEG XL: bare and exact, in its container and not exact, moving, and a JPEG that is kept as it is, which is to be turned.
cjxl --quiet -q 100 rose.png exact.jxl
cjxl --quiet -d 0.5 --container=1 rose.png lossy.jxl
cjxl --quiet -q 100 animation.gif animation.jxl
cjxl --quiet "$here/photo.jpg" turned.jxl
# The rose as an icon: as a bitmap of 24 bits with its mask, and as PNG beside a smaller bitmap.
convert rose.png -depth 8 rgb:"$work/rose.rgb"
ROSE="$work/rose.rgb" python3 - <<'END'
import os, struct
wide, high, rose = 70, 46, open(os.environ['ROSE'], 'rb').read()
def bitmap(width, height):
    head = struct.pack('<IiiHHIIiiII', 40, width, 2 * height, 1, 24, 0, 0, 0, 0, 0, 0)
    rows = []
    for y in reversed(range(height)):
        row = b''.join(rose[3 * (y * wide + x):][:3][::-1] for x in range(width))
        rows.append(row + bytes(-len(row) % 4))
    return head + b''.join(rows) + bytes((width + 31) // 32 * 4 * height)
def icon(name, pictures):
    at, entries = 6 + 16 * len(pictures), b''
    for width, height, bits, content in pictures:
        entries += struct.pack('<BBBBHHII', width, height, 0, 0, 1, bits, len(content), at)
        at += len(content)
    with open(name, 'wb') as file:
        file.write(struct.pack('<HHH', 0, 1, len(pictures)) + entries + b''.join(one[3] for one in pictures))
icon('plain.ico', [(wide, high, 24, bitmap(wide, high))])
icon('mixed.ico', [(16, 16, 24, bitmap(16, 16)), (wide, high, 24, open('rose.png', 'rb').read())])
END
# Where it is not the rose any more: what ImageMagick itself sees.
seen() { convert "$1[0]" -strip -colorspace sRGB -depth 8 -define png:color-type=2 "seen/$1.png"; }
for name in gray.jpg palette.png black.png gray2.png fax.tiff plain.gif interlaced.gif palette.bmp gray.psd; do seen $name; done

# Three pages by Ghostscript, written in other ways by qpdf.
at=700
{
    echo '%!PS'
    for words in 'alpha first' 'beta second' 'gamma third'; do
        echo "/Times-Roman findfont 30 scalefont setfont 72 $at moveto ($words) show"
        echo "1 0 0 setrgbcolor 100 100 $at 50 rectfill showpage"
        at=$((at - 50))
    done
} >"$work/a.ps"
gs -q -dSAFER -sDEVICE=pdfwrite -dDEVICEWIDTHPOINTS=595 -dDEVICEHEIGHTPOINTS=842 -o printed.pdf "$work/a.ps"
qpdf --linearize printed.pdf linearized.pdf
qpdf --object-streams=generate printed.pdf streams.pdf
qpdf --qdf --object-streams=disable printed.pdf open.pdf
qpdf --encrypt secret owner 256 -- printed.pdf aes256.pdf
qpdf --encrypt secret owner 128 --use-aes=y -- printed.pdf aes128.pdf
qpdf --allow-weak-crypto --encrypt secret owner 40 -- printed.pdf rc4.pdf

# The same words in a text, and a table, by LibreOffice.
office() { soffice "-env:UserInstallation=file://$work/profile" --headless --convert-to "$2" --outdir . "$1" >/dev/null; }
office "$here/text.fodt" pdf
office "$here/sheet.fods" xlsx
soffice "-env:UserInstallation=file://$work/profile" --headless --infilter='HTML (StarWriter)' \
    --convert-to 'docx:MS Word 2007 XML' --outdir . "$here/letter.html" >/dev/null

# Archives by zip, and by Python with nothing packed.
(cd "$work" && mkdir d && echo one >d/1.txt && echo two >2.txt && zip -q -X -r by-zip.zip d 2.txt)
mv "$work/by-zip.zip" .
python3 - <<'END'
import zipfile
for name, packing in [('stored.zip', zipfile.ZIP_STORED), ('deflated.zip', zipfile.ZIP_DEFLATED)]:
    with zipfile.ZipFile(name, 'w', packing) as z:
        z.writestr('Grüße/日本.txt', 'eins')
        z.writestr('a b.txt', b'zwei' * 1000)
        z.writestr('empty/', '')
END

# Archives by tar, as GNU and as POSIX want them, with a name that is too long for the head.
deep=$(printf 'd%.0s' $(seq 60))/$(printf 'e%.0s' $(seq 60))
mkdir -p "$work/t/$deep"
(cd "$work/t" && printf eins >日本.txt && printf zwei >"$deep/a b.txt" && : >empty.txt)
for format in gnu pax; do
    tar -C "$work/t" --format=$format --sort=name --owner=0 --group=0 --numeric-owner --mtime=@0 -cf - . |
        gzip -9n >$format.tar.gz
done

# Archives by py7zr, and some that mean harm: a link, a bomb, a crowd, and what is locked.
python3 - <<'END'
import os, py7zr
from py7zr import FILTER_COPY, FILTER_LZMA, FILTER_LZMA2, FILTER_X86, FILTER_ZSTD
files = {'d/日本.txt': b'eins', 'd/a b.txt': b'zwei' * 1000, 'd/empty.txt': b''}
for name, filters in [('lzma2.7z', [{'id': FILTER_LZMA2, 'preset': 6}]),
                      ('lzma.7z', [{'id': FILTER_X86}, {'id': FILTER_LZMA}]),
                      ('copy.7z', [{'id': FILTER_COPY}]),
                      ('zstd.7z', [{'id': FILTER_ZSTD, 'level': 3}])]:
    with py7zr.SevenZipFile(name, 'w', filters=filters) as z:
        for path, content in files.items():
            z.writestr(content, path)
for name, hidden in [('locked.7z', False), ('hidden.7z', True)]:
    with py7zr.SevenZipFile(name, 'w', password='secret', header_encryption=hidden) as z:
        z.writestr(b'words', 'a.txt')
with py7zr.SevenZipFile('zeros.7z', 'w') as z:
    z.writestr(bytes(60 << 20), 'zeros')
with py7zr.SevenZipFile('crowd.7z', 'w') as z:
    for number in range(2000):
        z.writestr(b'', str(number))
with py7zr.SevenZipFile('none.7z', 'w'):
    pass
os.symlink('/etc/passwd', 'l')
with py7zr.SevenZipFile('link.7z', 'w') as z:
    z.write('l', 'l')
os.remove('l')
END

# Short tones and films by ffmpeg.
film() {
    ffmpeg -v error -y -f lavfi -i testsrc=d=0.4:s=64x48:r=10 -f lavfi -i sine=440:d=0.4:r=22050 \
        -metadata title=Film -bitexact "$@"
}
tone() {
    ffmpeg -v error -y -f lavfi -i "sine=440:d=0.4:r=${rate:-22050},aformat=channel_layouts=stereo" \
        -metadata title=Tone -bitexact "$@"
}
tone -c:a libmp3lame -b:a 24k tone.mp3
tone -c:a aac -b:a 24k tone.m4a
tone -c:a alac lossless.m4a
tone -c:a aac -b:a 24k tone.aac
tone -c:a flac tone.flac
tone -c:a libvorbis tone.ogg
rate=48000 tone -c:a libopus -b:a 12k opus.ogg
tone -c:a pcm_s16le tone.wav
tone -c:a pcm_s24le deep.wav
tone -c:a adpcm_ms adpcm.wav
tone -c:a pcm_s16be tone.aiff
tone -c:a flac tone.mka
tone -c:a libvorbis tone.webm
film -c:v libx264 -c:a aac film.mp4
film -c:v mpeg4 -c:a libvorbis film.mkv
film -c:v libvpx -c:a libvorbis film.webm
film -c:v libx264 -c:a aac film.mov
